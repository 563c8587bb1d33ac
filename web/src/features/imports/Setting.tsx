import { Select, type SelectProps } from 'antd';
import type { ReactNode } from 'react';

/** One setting of an import under its name. */
export const Setting = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="imp-setting">
    <span className="pl-sm pl-3">{name}</span>
    {children}
  </div>
);

/** A setting that is one of several, or some of them. */
export const SettingChoice = <T,>({
  name,
  leastPx,
  ...select
}: SelectProps<T> & { name: string; leastPx?: number }) => (
  <Setting name={name}>
    <Select<T> aria-label={name} {...(leastPx === undefined ? {} : { style: { minWidth: leastPx } })} {...select} />
  </Setting>
);
