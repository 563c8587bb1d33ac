import './form.css';
import { CheckOutlined } from '@ant-design/icons';
import { password } from '@plumbline/contract/points/fields';
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
    <ul className="pl-password-rules pl-sm">
      {rules.map((rule) => {
        const satisfied = value !== '' && !broken.has(rule);
        return (
          <li key={rule} className={`pl-row ${satisfied ? '' : 'pl-3'}`}>
            <span className="tick">{satisfied ? <CheckOutlined /> : '·'}</span>
            {t(`forms:issue.${rule}`)}
          </li>
        );
      })}
    </ul>
  );
}
