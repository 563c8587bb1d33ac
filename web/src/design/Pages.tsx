import { Pagination } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** The way through a list of several pages, from 1; nothing where all of it stands on one. */
export const Pages = ({
  at,
  pageSize,
  total,
  onChange,
}: {
  at: number;
  pageSize: number;
  total: number;
  onChange: (page: number) => void;
}) => {
  const { t } = useTranslation();
  if (total <= pageSize) return null;
  return (
    <Pagination
      size="small"
      current={at}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      itemRender={(_, kind, element) =>
        kind === 'prev' || kind === 'next'
          ? cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(`common:page.${kind}`) })
          : element
      }
      onChange={onChange}
    />
  );
};
