/** Preloaded into a server (`node --import`): the gateway gets a pipeline that acknowledges before COMMIT. Nothing of the product knows of it. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const planted =
      found.url.endsWith('/src/pipeline/pipeline.ts') && context.parentURL?.endsWith('/gateway/logic/gateway.ts');
    return planted ? { ...found, url: new URL('./hasty-pipeline.ts', import.meta.url).href } : found;
  },
});
