import { DownloadOutlined, KeyOutlined } from '@ant-design/icons';
import type { intake } from '@plumbline/contract/devices/intake';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { saveAs } from '../../../kernel/call.ts';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';

type Secret = Reply<typeof intake.importSheet>['secrets'][number];
/** Spreadsheets read UTF-8 only where it says so. */
const mark = '\uFEFF';

/** Hands the secrets over as a file, its headings in the words of the page. */
export function saveSecrets(secrets: readonly Secret[], t: TFunction): void {
  // Serial numbers and secrets hold letters, digits and a few signs: nothing that a CSV would have to quote, and nothing
  // that may be changed as a text of people is.
  const heading = `${t('devices:sncode')},${t('intake:import.secret')}`;
  const text = [heading, ...secrets.map(({ sncode, secret }) => `${sncode},${secret}`)].join('\r\n');
  saveAs(new Blob([mark, text, '\r\n'], { type: 'text/csv;charset=utf-8' }), 'device-secrets.csv');
}

/** The secrets of new devices: shown this once, and given as a file. */
export function ImportSecrets({ secrets, onSaved }: { secrets: readonly Secret[]; onSaved: () => void }) {
  const { t } = useTranslation();
  const save = (): void => {
    saveSecrets(secrets, t);
    onSaved();
  };
  const columns: Columns<Secret> = [
    { title: t('devices:sncode'), key: 'sncode', width: 150, render: (_, { sncode }) => <b>{sncode}</b> },
    {
      title: t('connections:secret.label'),
      key: 'secret',
      render: (_, { secret }) => <code className="pl-mono pl-wrap">{secret}</code>,
    },
  ];
  if (secrets.length === 0) return <p className="pl-2">{t('intake:import.noSecrets')}</p>;
  return (
    <div className="in-import">
      <div className="pl-notice pl-row">
        <KeyOutlined className="pl-2" />
        <div className="pl-gap">
          <div className="pl-b">
            {t('intake:import.secrets', { count: secrets.length, shown: formatCount(secrets.length) })}
          </div>
          <div className="pl-2 pl-sm">{t('intake:import.secretsWhy')}</div>
        </div>
        <Button type="primary" icon={<DownloadOutlined />} onClick={save}>
          {t('intake:import.keep')}
        </Button>
      </div>
      <div className="in-lines-table">
        <DataTable dense rows={secrets} columns={columns} rowKey={({ deviceId }) => deviceId} widthPx={320} />
      </div>
    </div>
  );
}
