"""How each recipe is run for real, with workers that are killed. Linux only: processes are found in /proc."""
