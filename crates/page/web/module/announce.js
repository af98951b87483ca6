// What a screen reader says by itself.

import {byId} from "./dom.js"

// Says a sentence after what is being said. The same sentence twice is said twice.
export function announce(sentence) {
    const region = byId("announcement")
    region.textContent = ""
    requestAnimationFrame(() => { region.textContent = sentence })
}
