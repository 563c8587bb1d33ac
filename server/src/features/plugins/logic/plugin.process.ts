/**
 * The process of a plug-in. Its modules run in a world of their own (node:vm) that holds the language and nothing else: no
 * import but of each other, no files, no network, no clock to wait by, no way to make code of text. Nothing of this side is handed in but text, and nothing is
 * taken from it but text. Beneath it the process itself may open no file and start nothing (`--permission`).
 */
import vm from 'node:vm';

export interface PluginStart {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
  readonly maxLength: number;
}
export interface PluginCall {
  readonly id: number;
  readonly list: 'codecs' | 'reports' | 'pushes';
  readonly name: string;
  /** Of pushes: which of its two functions. */
  readonly part: string;
  readonly input: string;
}
export type PluginAnswer =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly id: number; readonly result: string }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly tooLong: true };

type Run = (list: string, name: string, part: string, input: string) => unknown;

/** Run before anything of the plug-in: what it replaces later is not what is called here. */
const caller = `((parse, write, own, text) => (modules) => (list, name, part, input) => {
  try {
    const functions = modules[list];
    const found = functions !== undefined && own(functions, name) ? functions[name] : undefined;
    const call = part === '' ? found : found !== undefined && found !== null && own(found, part) ? found[part] : undefined;
    if (typeof call !== 'function') return 'F' + list + ' has no function of this name';
    return 'R' + write(call(parse(input)));
  } catch (error) {
    try {
      return 'F' + text(error !== null && typeof error === 'object' && 'message' in error ? error.message : error);
    } catch {
      return 'Ffailed';
    }
  }
})(JSON.parse, JSON.stringify, Object.hasOwn, String)`;

/** What the language brings along that keeps time, shares memory or holds it where no bound counts. */
const withheld = ['console', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef'];

async function open({ entry, files }: PluginStart): Promise<Run> {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  for (const name of withheld) Reflect.deleteProperty(context, name);
  const bind = new vm.Script(caller).runInContext(context) as (modules: object) => Run;
  const modules = new Map(
    Object.entries(files).map(([name, text]) => [
      name,
      new vm.SourceTextModule(text, { context, identifier: name, initializeImportMeta: () => undefined }),
    ]),
  );
  const found = (name: string): vm.SourceTextModule => {
    const module = modules.get(name.replace(/^\.\//, ''));
    if (!module) throw new Error(`there is no module ${name} in the package`);
    return module;
  };
  const main = found(entry);
  await main.link((name) => found(name));
  await main.evaluate();
  return bind(main.namespace);
}

let running: Run | null = null;
let longest = 0;
const send = (answer: PluginAnswer): void => void process.send?.(answer);

function answerTo({ id, list, name, part, input }: PluginCall, run: Run): PluginAnswer {
  let out: unknown;
  try {
    out = run(list, name, part, input);
  } catch {
    return { id, failed: 'failed' };
  }
  if (typeof out !== 'string') return { id, failed: 'failed' };
  if (out.length > longest) return { id, tooLong: true };
  return out.startsWith('R') ? { id, result: out.slice(1) } : { id, failed: out.slice(1, 300) };
}

process.on('message', (message: PluginStart | PluginCall) => {
  if ('entry' in message) {
    longest = message.maxLength;
    open(message).then(
      (run) => {
        running = run;
        send({ ready: true });
      },
      () => send({ failed: 'its modules do not load' }),
    );
    return;
  }
  send(running ? answerTo(message, running) : { id: message.id, failed: 'not ready' });
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
