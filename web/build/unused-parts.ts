/**
 * What the router brings for those who watch it (instrumentation) and for pages that a server has drawn (links to prefetch)
 * runs only where a router asks for it, and ours asks for neither. Breaks the build where the library has other parts.
 */
import type { Plugin } from 'vite';

/** What stands for the functions of a module: those that are called all the same answer that there is nothing. */
const instead: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
    instrumentHandler: '(handler) => handler',
    instrumentationResultMetaContext: 'undefined',
  },
  'dom/ssr/links.js': {
    getKeyedLinksForMatches: '() => []',
    getKeyedPrefetchLinks: 'async () => []',
    getModuleLinkHrefs: '() => []',
    getNewMatchesForLinks: '() => []',
    isPageLinkDescriptor: '() => false',
    prefetchRouteCss: 'async () => undefined',
    prefetchStyleLinks: 'async () => undefined',
  },
};

export const unusedParts: Plugin = {
  name: 'unused-parts',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    const [, part = ''] = /\/react-router\/dist\/production\/lib\/(.+)$/.exec(path) ?? [];
    const stubs = instead[part];
    if (!stubs) return null;
    const [, exported = ''] = /^export \{ (.+) \};$/m.exec(code) ?? [];
    const names = Object.keys(stubs);
    if (exported !== names.join(', ')) throw new Error(`unused-parts: react-router/${part} exports ${exported}`);
    return names.map((name) => `export const ${name} = ${stubs[name]};`).join('\n');
  },
};
