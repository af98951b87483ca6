//! The wheel `passant-cli`: the program and the module of `crates/passant/python`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use passant_test_tools::Missing;
use xtask::Step;

use super::environment::{Environment, NEWEST};
use super::programs::{PROFILE, Programs};
use super::trial::{
    LIBRARY_CHECK, exits_with, has_same_bytes, names_its_pages, tells_engines_apart,
};
use super::{contents, pages};

/// The time of every file: the first that a wheel can hold, 1 January 1980.
const TIME: &str = "315532800";

/// The folder of the pages in the project: pip installs it as `share/doc/passant`.
const PAGES: &str = "data/data/share/doc/passant";

/// Builds wheels with maturin.
pub(super) struct WheelBuilder<'a> {
    root: &'a Path,
    environment: Environment,
}

impl<'a> WheelBuilder<'a> {
    /// Installs maturin, or says what is missing for that.
    pub(super) fn install(root: &'a Path) -> Result<Self, Missing> {
        let environment = Environment::create(root, "requirements-build.txt", "wheel")?;
        Ok(Self { root, environment })
    }

    /// Builds the wheel into a folder.
    pub(super) fn build(
        &self,
        programs: &Programs,
        licenses: &str,
        folder: &Path,
    ) -> Result<PathBuf> {
        let staged = tempfile::tempdir()?;
        let project = staged.path();
        self.stage(project, licenses)?;
        let mut maturin = self.environment.command("maturin");
        maturin.args(["build", "--quiet", "--locked", "--profile", PROFILE]);
        // A tag that PyPI takes: what the program needs of the C library says which.
        maturin.args(["--compatibility", "pypi", "--target", &programs.target]);
        maturin.arg("--target-dir").arg(&programs.target_folder);
        maturin.arg("--out").arg(project.join("built"));
        let (name, options) = &programs.options;
        maturin.current_dir(project).env(name, options);
        maturin.env("SOURCE_DATE_EPOCH", TIME);
        Step::of("wheel", maturin).run()?;
        let mut built = fs::read_dir(project.join("built"))?;
        let built = built.next().context("maturin has built nothing")??.path();
        contents::copy(&built, folder)?;
        Ok(folder.join(built.file_name().unwrap_or_default()))
    }

    /// Copies the project into a folder, with the licenses, which are made for each release.
    fn stage(&self, project: &Path, licenses: &str) -> Result<()> {
        let source = self.root.join("crates/passant/python");
        let module = "src/passant_cli";
        for entry in fs::read_dir(source.join(module))? {
            let path = entry?.path();
            if path.is_file() {
                contents::copy(&path, &project.join(module))?;
            }
        }
        let scripts = "data/scripts";
        contents::copy(
            &source.join(scripts).join("passant-cli"),
            &project.join(scripts),
        )?;
        pages::copy(self.root, &project.join(PAGES))?;
        contents::copy(&source.join("README.md"), project)?;
        let manifest = fs::read_to_string(source.join("pyproject.toml"))?;
        let known = "manifest-path = \"../Cargo.toml\"";
        ensure!(manifest.contains(known), "pyproject.toml has no {known}");
        let path = self.root.join("crates/passant/Cargo.toml");
        let manifest = manifest.replace(known, &format!("manifest-path = '{}'", path.display()));
        fs::write(project.join("pyproject.toml"), manifest)?;
        let folder = project.join("licenses");
        fs::create_dir(&folder)?;
        contents::add_licenses(self.root, licenses, &folder)
    }
}

/// Installs the wheel where nothing else is, and checks engines and libraries with it. Returns what could not be checked.
pub(super) fn try_it(root: &Path, wheel: &Path, programs: &Programs) -> Result<Vec<Missing>> {
    let environment = match Environment::create(root, "requirements-test.txt", "trial of the wheel")
    {
        Ok(environment) => environment,
        Err(missing) => return Ok(vec![missing]),
    };
    let mut pip = environment.pip_install();
    pip.args(["--no-index", "--no-deps"]).arg(wheel);
    Step::of("install the wheel", pip).run()?;
    has_same_bytes(&environment.path("passant"), &programs.path("passant"))?;
    for program in ["passant", "passant-cli"] {
        let passant = || environment.command(program);
        names_its_pages(&mut passant())?;
        tells_engines_apart(passant, &programs.path("passant-oracle"))?;
    }
    let folder = root.join("crates/passant/python");
    for (tests, title) in [
        ("tests", "module of the wheel"),
        ("tests/with_pytest", "fixture of the wheel"),
    ] {
        let mut unittest = environment.command("python");
        unittest.args(["-m", "unittest", "discover", "-b", "-s"]);
        unittest.arg(folder.join(tests));
        Step::of(title, unittest).run()?;
    }
    let mut types = environment.command("python");
    types.args(["-m", "mypy", "--strict", "--package", "passant_cli"]);
    Step::of("types of the module", types).run()?;
    let mut example = environment.command("python");
    example.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    exits_with(example.arg(folder.join("examples/test_python_chess.py")), 0)?;
    check_bulletchess(root, &environment)
}

/// bulletchess fails as the zoo says, and in no other way.
fn check_bulletchess(root: &Path, environment: &Environment) -> Result<Vec<Missing>> {
    let mut import = environment.command("python");
    if exits_with(import.args(["-c", "import bulletchess"]), 0).is_err() {
        return Ok(vec![Missing {
            tool: format!("Python {NEWEST}"),
            install: format!("apt-get install python{NEWEST} python{NEWEST}-venv"),
            what: "bulletchess with the wheel".to_owned(),
        }]);
    }
    let zoo = root.join("xtask/zoo");
    let python = environment.path("python");
    let adapter = zoo.join("python/zoo_bulletchess.py");
    let words = [python, adapter].map(|path| path.to_string_lossy().into_owned());
    let mut check = environment.command("passant");
    check.args(LIBRARY_CHECK.split(' ')).arg("--expected");
    check.arg(zoo.join("expected/bulletchess-0.4.0.toml"));
    exits_with(check.arg(shell_words::join(words)), 0)?;
    Ok(Vec::new())
}
