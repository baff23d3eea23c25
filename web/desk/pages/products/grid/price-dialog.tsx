import { type ReactNode, useState } from 'react';
import type { PriceTerms } from '../../../../../src/domains/pricing/index.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { areReady, NO_TERMS, PriceTermsFields } from '../../../parts/price-terms.js';
import { useT } from '../../../texts/index.js';

/** Changes the prices of the selected rows in the table; nothing is saved yet. */
export function PriceDialog(props: {
  count: number;
  currency: string;
  onApply: (terms: PriceTerms) => void;
  onClose: () => void;
}): ReactNode {
  const { count, currency, onApply, onClose } = props;
  const t = useT();
  const [terms, setTerms] = useState(NO_TERMS);
  return (
    <FormDialog
      title={t('many.prices.title', { count })}
      isOpen
      onClose={onClose}
      submit={t('many.prices.apply')}
      isReady={areReady(terms)}
      isBusy={false}
      onSubmit={() => onApply(terms)}
    >
      <PriceTermsFields
        terms={terms}
        currency={currency}
        onChange={change => setTerms({ ...terms, ...change })}
      />
    </FormDialog>
  );
}
