// Asks the module as the worker does: node module.mjs WORKER.js MODULE.wasm QUESTIONS.json
// QUESTIONS is a list of requests, each with the paths of its files. Prints the messages and the answer to each request.
import { readFileSync } from "node:fs";

const [worker, wasm, questions] = process.argv.slice(2);
const { Instance } = new Function("addEventListener", `${readFileSync(worker, "utf8")}; return { Instance };`)(() => {});
const module = new WebAssembly.Module(readFileSync(wasm));
for (const { request, files } of JSON.parse(readFileSync(questions, "utf8"))) {
  const messages = [];
  const instance = new Instance(module, (message) => messages.push(message));
  for (const path of files) instance.put(path, readFileSync(path));
  const answer = instance.ask(request);
  console.log(JSON.stringify([...messages, answer]));
}
