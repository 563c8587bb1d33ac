import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** Draws the parts of a pager: its arrows have names. */
export function useNamedArrows(): NonNullable<PaginationProps['itemRender']> {
  const { t } = useTranslation();
  return (_, kind, element) =>
    kind === 'prev' || kind === 'next'
      ? cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(`common:page.${kind}`) })
      : element;
}

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
  const itemRender = useNamedArrows();
  if (total <= pageSize) return null;
  return (
    <Pagination
      size="small"
      current={at}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      itemRender={itemRender}
      onChange={onChange}
    />
  );
};
