import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { useTranslation } from 'react-i18next';
import { CommandBox } from './CommandBox.tsx';
import type { Reach } from './commands.ts';

/** A message in short: one example, and the rules by which it is taken. */
export function MessageFormat({ reach }: { reach: Reach }) {
  const { t } = useTranslation();
  const example = {
    ...(reach.sample as object),
    device: { voltage: 12.1, signal: -71 },
  };
  const minutes = gatewayLimits.futureToleranceSeconds / 60;
  return (
    <section className="cn-format">
      <CommandBox label={t('connections:format.title')} text={indented(example)} />
      <ul className="pl-sm pl-2">
        <li>{t('connections:format.many', { records: gatewayLimits.recordsPerMessage.toLocaleString('en-US') })}</li>
        <li>{t('connections:format.at', { minutes })}</li>
        <li>{t('connections:format.channels')}</li>
        <li>{t('connections:format.again')}</li>
        <li>{t('connections:format.device')}</li>
        <li>{t('connections:format.stored')}</li>
      </ul>
    </section>
  );
}

/** JSON with one line for each key of the record and one for each channel: no longer than it need be. */
function indented(record: Record<string, unknown>): string {
  const inner = (value: unknown): string => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
  const lines = Object.entries(record).map(([key, value]) => {
    if (key !== 'channels') return `  "${key}": ${inner(value)}`;
    const channels = Object.entries(value as object).map(([number, sample]) => `    "${number}": ${inner(sample)}`);
    return `  "channels": {\n${channels.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
