import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Show } from '../../../shared/components/states.js';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useTaxClasses } from '../../state/use-tax-classes.js';
import { useT } from '../../texts/index.js';
import { ClassForm } from './class-form.js';
import { Classes } from './classes.js';
import { Jurisdictions } from './jurisdictions.js';
import { PlaceForm } from './place-form.js';

export default function Taxes(): ReactNode {
  const t = useT();
  const { may, store } = useDesk();
  const classes = useTaxClasses();
  const [isNew, setNew] = useState(false);
  const [isNewPlace, setNewPlace] = useState(false);
  return (
    <Page
      title={t('nav.taxes')}
      text={store === undefined ? t('taxes.text') : t('taxes.of', { store: store.name })}
      actions={
        may('store.manage') && (
          <Group gap={6}>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => setNewPlace(true)}
            >
              {t('taxes.place.new')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              disabled={classes.data === undefined}
              onClick={() => setNew(true)}
            >
              {t('taxes.classes.new')}
            </Button>
          </Group>
        )
      }
    >
      {isNewPlace && <PlaceForm tax={undefined} onClose={() => setNewPlace(false)} />}
      <Show query={classes}>
        {known => (
          <>
            <Jurisdictions classes={known} />
            <Classes classes={known} />
            {isNew && <ClassForm classes={known} onClose={() => setNew(false)} />}
          </>
        )}
      </Show>
    </Page>
  );
}
