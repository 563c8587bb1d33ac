import './plugins.css';
import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { type OfferedPart, plugins } from '@plumbline/contract/platform/plugins';
import type { CapabilityKind } from '@plumbline/contract/platform/plugins.package';
import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';

/** Returns the plug-ins of a kind that may be chosen, and the one that is chosen already even where it is gone. undefined = loading. */
export function usePartOptions(kind: CapabilityKind, current: string | null): readonly FieldOption[] | undefined {
  const { t } = useTranslation();
  const { data } = useRead(plugins.offered, {});
  if (!data) return undefined;
  const offered = data.parts.filter(({ capability }) => capability.kind === kind);
  const options: FieldOption[] = offered.map(({ part, plugin, capability }) => ({
    value: part,
    label: `${plugin}: ${capability.title}`,
  }));
  if (current && !offered.some(({ part }) => part === current))
    options.push({ value: current, label: current, note: t('plugins:gone') });
  return options;
}

/** Returns the part under a name; undefined = it is not, or not known yet. */
export function usePart(part: string): OfferedPart | undefined {
  const { data } = useRead(plugins.offered, {});
  return data?.parts.find((each) => each.part === part);
}

/** Edits the options of a block's function, by the names that its plug-in gives. */
export function PartParameters({
  part,
  value,
  readOnly,
  onChange,
}: {
  part: string;
  value: Readonly<Record<string, string>>;
  readOnly: boolean;
  onChange: (value: Record<string, string>) => void;
}) {
  const { t } = useTranslation();
  const listId = useId();
  const chosenPart = usePart(part);
  const parameters = chosenPart?.capability.kind === 'report' ? chosenPart.capability.parameters : [];
  if (part === '') return <span className="pl-3">{t('plugins:chooseFirst')}</span>;
  if (parameters.length === 0) return <span className="pl-3">{t('plugins:noParameters')}</span>;
  return (
    <div className="plug-parameters">
      {parameters.map(({ name, title, fallback }) => (
        <div key={name}>
          <label htmlFor={`${listId}-${name}`} className="pl-sm pl-2">
            {title}
          </label>
          <Input
            id={`${listId}-${name}`}
            disabled={readOnly}
            maxLength={100}
            placeholder={fallback}
            value={value[name] ?? ''}
            onChange={({ target }) => onChange({ ...value, [name]: target.value })}
          />
        </div>
      ))}
    </div>
  );
}
