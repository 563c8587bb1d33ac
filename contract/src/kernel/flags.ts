/** Corporation feature flags of specification 1. */
export const corporationFlags = [
  'activeDataProcess',
  'activeAlertGrading',
  'activeHouseSafety',
  'activeVehicle',
  'activeCustomSms',
  'activeFileManagement',
  'activePushMode',
  'activeCustomPushType',
  'activeHuasiBimface',
] as const;
/** Flags of former versions that opened nothing. Nobody can set one; a licence that was signed with one still holds. */
export const retiredFlags: readonly string[] = ['activeDataRotation'];
export type CorporationFlag = (typeof corporationFlags)[number];
export type Flags = Readonly<Partial<Record<CorporationFlag, boolean>>>;

/**
 * The flags that open something in this version, and what holds where nobody has set them. The others can be stored, and no
 * page shows them.
 */
export const builtFlags = {
  activeDataProcess: true,
  activeAlertGrading: false,
  activeCustomSms: false,
  activePushMode: true,
  activeCustomPushType: true,
} as const satisfies Flags;

export const isOpen = (flags: Flags, flag: CorporationFlag): boolean =>
  flags[flag] ?? (builtFlags as Flags)[flag] ?? false;
