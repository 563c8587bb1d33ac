import { z } from 'zod';

/** Look of a corporation on pages, before and after sign-in. The ids are of `corporations.brandFile`. */
export const brandShape = {
  productName: z.string().describe('Empty = Plumbline'),
  copyright: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
};

/** Corporation that a page for outsiders names, whoever reads it. The id of the logo is of `corporations.brandFile`. */
export const PublicBrand = z.object({ title: z.string(), logo: z.string().nullable() }).meta({ id: 'PublicBrand' });
export type PublicBrand = z.output<typeof PublicBrand>;
