/**
 * The process of a plug-in. Its modules run in a world of their own (node:vm) that holds the language and nothing else: no
 * import but of each other, no files, no network, no clock to wait by, no way to make code of text. Nothing of this side is handed in but text, and nothing is
 * taken from it but text. Where an error of this side gets in all the same, as where the stack ends, it leads to nothing: no world
 * of this process makes code of text, what the language brings along is frozen, and this side has let go of what reaches out. Beneath
 * it the process itself may open no file and start nothing (`--permission`), and has no network where the system can take it away.
 */
import host from 'node:process';
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

/** Run in the world of the plug-in, so that what it throws is of that world. */
const refusal = "(() => { throw new TypeError('a module is imported at the beginning alone'); })";

async function open({ entry, files }: PluginStart): Promise<{ readonly run: Run }> {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  for (const name of withheld) Reflect.deleteProperty(context, name);
  const bind = new vm.Script(caller).runInContext(context) as (modules: object) => Run;
  const importModuleDynamically = new vm.Script(refusal).runInContext(context) as () => never;
  const modules = new Map(
    Object.entries(files).map(([name, text]) => [
      name,
      new vm.SourceTextModule(text, {
        context,
        identifier: name,
        importModuleDynamically,
        initializeImportMeta: () => undefined,
      }),
    ]),
  );
  const moduleNamed = (name: string): vm.SourceTextModule => {
    const module = modules.get(name.replace(/^\.\//, ''));
    if (!module) throw new Error(`there is no module ${name} in the package`);
    return module;
  };
  const main = moduleNamed(entry);
  await main.link((name) => moduleNamed(name));
  await main.evaluate();
  // Not by itself: a promise would look for a `then` on what is of the plug-in's world, and call it with functions of this one.
  return { run: bind(main.namespace) };
}

let running: Run | null = null;
let longest = 0;
const send = (answer: PluginAnswer): void => void host.send?.(answer);
const exit = host.exit.bind(host);

/** What reaches out of this process, by way of `process` or what is global. */
const outward = [
  ...['binding', '_linkedBinding', 'getBuiltinModule', 'dlopen', 'mainModule', 'kill', '_kill', '_rawDebug'],
  ...['_debugProcess', '_debugEnd', 'abort', 'chdir', 'execve', 'loadEnvFile', 'report', 'env', 'argv', 'execArgv'],
  ...['execPath', 'ppid', 'permission', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups', 'umask'],
];
/** Lets go of everything that is not needed to be called and to answer. */
function letGo(): void {
  for (const name of outward) Reflect.deleteProperty(host, name);
  const language = new Set(new vm.Script('Object.getOwnPropertyNames(globalThis).join()').runInNewContext().split(','));
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!language.has(name)) Reflect.deleteProperty(globalThis, name);
}

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

host.on('message', (message: PluginStart | PluginCall) => {
  if ('entry' in message) {
    letGo();
    longest = message.maxLength;
    open(message).then(
      ({ run }) => {
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
host.once('disconnect', () => exit());
// What is thrown beside an answer is not looked at: to print it would be to call what it brings along.
host.on('uncaughtException', () => exit(1));
host.on('unhandledRejection', () => exit(1));
// Whether it runs at all, as the system confines it.
if (host.argv[2] === 'probe') exit(0);
