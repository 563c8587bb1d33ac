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
    if (!/\/contract\/src\/[^/]+\.ts$/.test(path) || path.endsWith('/route.ts')) return null;
    const left = callsIn(this.parse(code, { lang: 'ts' }) as Node, route)
      .flatMap((call) => propertiesOf(call.arguments[0]))
      .filter(({ key }) => ofServer.has(key.name ?? ''));
    return replaced(code, left, 'reply: undefined');
  },
};

const asJson = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const described = /create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)(?:\(params\))?/g;

/** Schemas that cannot be written as JSON Schema: the API page of the server does that, and no page here. */
export const shortSchemas: Plugin = {
  name: 'short-schemas',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    if (!path.endsWith('/zod/v4/classic/schemas.js')) return null;
    if (!asJson.test(code)) throw new Error('short-schemas: zod describes its schemas in another way');
    return code.replace(asJson, '').replace(described, 'undefined');
  },
};
