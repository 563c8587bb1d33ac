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
export const SettingChoice = <T,>({ name, minPx, ...select }: SelectProps<T> & { name: string; minPx?: number }) => (
  <Setting name={name}>
    <Select<T> aria-label={name} {...(minPx === undefined ? {} : { style: { minWidth: minPx } })} {...select} />
  </Setting>
);
