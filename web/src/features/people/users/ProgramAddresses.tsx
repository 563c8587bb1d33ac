import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Pane } from '../../../design/Pane.tsx';

/** Where programs connect, each with the permissions that its token must hold. */
const addresses = [
  { name: 'api', path: 'api', permissions: [] },
  {
    name: 'assistants',
    path: 'api/mcp',
    permissions: ['Data', 'Project', 'Structure', 'MeasuringPoint', 'Device', 'Alert'],
  },
  { name: 'grafana', path: 'api/grafana', permissions: ['Data', 'Project', 'Structure', 'MeasuringPoint'] },
  { name: 'sensorThings', path: 'api/sensorthings/v1.1', permissions: ['Data', 'Device'] },
] as const;

/** The application may be served below a path. */
const addressOf = (path: string): string => new URL(`./${path}`, location.href).href;

/** The addresses that a token is for, to be copied into the program that is to use it. */
export function ProgramAddresses() {
  const { t } = useTranslation();
  return (
    <Pane title={t('users:programs.title')}>
      <div className="pl-sm pl-3">{t('users:programs.why')}</div>
      {addresses.map(({ name, path, permissions }) => (
        <div key={name} className="pl-row" style={{ padding: '8px 0', borderBottom: '1px solid var(--pl-line)' }}>
          <div className="pl-gap" style={{ minWidth: 0 }}>
            <div className="pl-b">{t(`users:programs.${name}`)}</div>
            <code className="pl-mono" style={{ overflowWrap: 'anywhere' }}>
              {addressOf(path)}
            </code>
            {permissions.length > 0 && (
              <div className="pl-sm pl-3">
                {t('users:programs.needs')}: {permissions.map((scope) => t(`roles:scope.${scope}`)).join(', ')}
              </div>
            )}
          </div>
          <CopyButton text={addressOf(path)} label={t(`users:programs.${name}`)} />
        </div>
      ))}
    </Pane>
  );
}
