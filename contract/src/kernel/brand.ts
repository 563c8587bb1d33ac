import { z } from 'zod';

/** Look of a corporation on pages, before and after sign-in. The ids are of `corporations.brandFile`. */
export const brandShape = {
  productName: z.string().describe('Empty = Plumbline'),
  copyright: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
};
