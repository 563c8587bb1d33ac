import { z } from 'zod';

/** What pages show of a corporation's own look, before and after sign-in. The ids are of `corporations.brandFile`. */
export const brandShape = {
  productName: z.string().describe('Empty = Plumbline'),
  copyright: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
};
