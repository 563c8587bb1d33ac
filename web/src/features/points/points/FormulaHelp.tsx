import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { SevenParametersDialog } from './SevenParametersDialog.tsx';

/** Explains the functions of formulas, and parameters that have to be worked out before. */
export function FormulaHelp() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="pl-row pl-sm">
      <Link to={to('Documents', {}, { page: 'formulas' })} target="_blank">
        {t('formulas:functions')}
      </Link>
      <Button size="small" type="link" onClick={() => setIsOpen(true)}>
        {t('formulas:seven.open')}
      </Button>
      {isOpen && <SevenParametersDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}
