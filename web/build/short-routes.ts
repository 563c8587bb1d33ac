import type { Plugin } from 'vite';
import { callsIn, type Node, propertiesOf, replaced } from './syntax.ts';

/** What of a route only the server, its tests and the API page read. */
const ofServer = new Set(['reply', 'summary', 'fails', 'example', 'aliases', 'secures', 'touches']);
const route = new Set(['route']);

/** Routes as the browser needs them: it is sent how to call them, and not how their answers are checked and described. */
export const shortRoutes: Plugin = {
  name: 'short-routes',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    if (!/\/contract\/src\/[^/]+\/[^/]+\.ts$/.test(path) || path.endsWith('/route.ts')) return null;
    const left = callsIn(this.parse(code, { lang: 'ts' }) as Node, route)
      .flatMap((call) => propertiesOf(call.arguments[0]))
      .filter(({ key }) => ofServer.has(key.name ?? ''));
    return replaced(code, left, 'reply: undefined');
  },
};

const asJson = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const described = /create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)(?:\(params\))?/g;

const englishWords = /^import en from ["']\.\.\/locales\/en\.js["'];$/m;
const englishSet = /core\.config\(en\(\)\);/;

/**
 * Schemas without what no page here uses: to be written as JSON Schema, which the API page of the server does, and zod's
 * English sentences, since pages say in the reader's language what the code of an issue means.
 */
export const shortSchemas: Plugin = {
  name: 'short-schemas',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    if (!path.endsWith('/zod/v4/classic/schemas.js')) return null;
    if (![asJson, englishWords, englishSet].every((pattern) => code.search(pattern) >= 0))
      throw new Error('short-schemas: zod describes its schemas in another way');
    return code.replace(asJson, '').replace(described, 'undefined').replace(englishWords, '').replace(englishSet, ';');
  },
};
