/** The sections of the console of a corporation. */
export { BrandSection } from './BrandSection.tsx';
export { CorporationDialog } from './CorporationDialog.tsx';
export { CorporationForm } from './CorporationForm.tsx';
export { CorporationList } from './CorporationList.tsx';
export { FlagSection } from './FlagSection.tsx';
export { LimitSection } from './LimitSection.tsx';
