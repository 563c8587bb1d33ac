import { CheckOutlined } from '@ant-design/icons';
import { password } from '@plumbline/contract/fields';
import { useTranslation } from 'react-i18next';

const rules = [
  'passwordLength',
  'passwordUpper',
  'passwordLower',
  'passwordDigit',
  'passwordSymbol',
  'passwordRun',
] as const;

/** The rules of a password as a list that ticks off while one types. The contract's schema is the judge. */
export function PasswordRules({ value }: { value: string }) {
  const { t } = useTranslation();
  const parsed = password.safeParse(value);
  const broken = new Set(parsed.success ? [] : parsed.error.issues.map((issue) => issue.message));
  return (
    <ul
      style={{
        listStyle: 'none',
        margin: '6px 0 0',
        padding: 0,
        display: 'grid',
        gridTemplateColumns: '1fr 1fr',
        gap: '2px 16px',
      }}
      className="pl-sm"
    >
      {rules.map((rule) => {
        const kept = value !== '' && !broken.has(rule);
        return (
          <li key={rule} className={`pl-row ${kept ? '' : 'pl-3'}`} style={{ gap: 6 }}>
            <span style={{ width: 12 }}>{kept ? <CheckOutlined style={{ fontSize: 11 }} /> : '·'}</span>
            {t(`forms:issue.${rule}`)}
          </li>
        );
      })}
    </ul>
  );
}
