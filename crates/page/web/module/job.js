// A worker that can be stopped: a stop ends it at once, and the next job starts a new one.

export class Job {
    // `receive(message)` is called for each message of the worker, `fail(message)` if it breaks down.
    constructor(name, receive, fail) {
        Object.assign(this, {name, receive, fail, worker: null})
    }

    start(message) {
        this.stop()
        this.worker = new Worker(new URL(this.name, import.meta.url), {type: "module"})
        this.worker.onmessage = ({data}) => this.receive(data)
        this.worker.onerror = (event) => {
            event.preventDefault()
            this.stop()
            this.fail(event.message ?? "the worker could not be started")
        }
        this.worker.postMessage(message)
    }

    stop() {
        this.worker?.terminate()
        this.worker = null
    }
}
