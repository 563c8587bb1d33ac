import { password } from '@plumbline/contract/points/fields';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRules } from '../../../design/form/PasswordRules.tsx';
import { Field } from '../../../design/SchemaForm.tsx';

/** A password that is given to somebody else: readable while it is typed, because it must be passed on. */
export function NewPassword() {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const typed = Form.useWatch<string | undefined>('password', form) ?? '';
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      name="password"
      label={
        <span className="pl-row">
          {t('people:password')}
          <Button
            size="small"
            type="link"
            onClick={() => {
              form.setFieldValue('password', generatedPassword());
              setVisible(true);
              void form.validateFields(['password']).catch(() => undefined);
            }}
          >
            {t('people:makeUp')}
          </Button>
        </span>
      }
      help={<PasswordRules value={typed} />}
    >
      <Input.Password
        autoComplete="new-password"
        maxLength={16}
        visibilityToggle={{ visible: isVisible, onVisibleChange: setVisible }}
      />
    </Field>
  );
}

/** Without what is misread when it is written down: 0 O 1 l I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-+=!?';

/** 14 signs from the browser's own randomness that the contract's rule takes. */
function generatedPassword(): string {
  for (;;) {
    const numbers = crypto.getRandomValues(new Uint32Array(14));
    const text = Array.from(numbers, (each) => signs[each % signs.length]).join('');
    if (password.safeParse(text).success) return text;
  }
}
