/** What AGS4 calls the quantities that we have (abbreviations of MOND_TYPE, AGS4 dictionary 4.1.1); others go by their own key. */
const codes: Readonly<Record<string, string>> = {
  level: 'WLEV',
  depth: 'WDEP',
  pressure: 'PRES',
  temp: 'TEMP',
  temperature: 'TEMP',
};

export const ags4Code = (field: string): string => codes[field] ?? field.toUpperCase();
