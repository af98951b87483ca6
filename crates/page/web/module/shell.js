// What all views share: the engine, the switch between light and dark, and the address.

import {byId} from "./dom.js"

const THEMES = ["system", "light", "dark"]
const STORED_THEME = "passant-theme"

export function startTheme() {
    setTheme(read(STORED_THEME) ?? "system")
    byId("theme").addEventListener("click", () => {
        const now = document.documentElement.dataset.theme
        const isDark = now === "dark" || (now === "system" && matchMedia("(prefers-color-scheme: dark)").matches)
        setTheme(isDark ? "light" : "dark")
    })
}

function setTheme(name) {
    const theme = THEMES.includes(name) ? name : "system"
    document.documentElement.dataset.theme = theme
    write(STORED_THEME, theme)
}

// What this browser remembers; null where it may not.
export function read(key) {
    try {
        return localStorage.getItem(key)
    } catch {
        return null
    }
}

export function write(key, value) {
    try {
        localStorage.setItem(key, value)
    } catch {
        // Private windows have no storage. The page works without.
    }
}
