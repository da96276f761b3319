import { parentPort, workerData } from 'node:worker_threads';

/** Answers after the time that it is given, in milliseconds, and keeps its processor busy until then. */
const endAt = performance.now() + Number(workerData);
while (performance.now() < endAt);
parentPort?.postMessage(workerData);
