export const legal = {
  'nav.legal': 'Rechtstexte',
  'legal.text':
    'Was der Shop einer Filiale veröffentlichen muss. Prüfen Sie die Standardtexte, bevor Sie den Shop öffnen.',
  'legal.oneStore': 'Wählen Sie eine Filiale, um ihre Texte zu sehen',
  'legal.imprint': 'Impressum',
  'legal.terms': 'AGB',
  'legal.privacy': 'Datenschutz',
  'legal.returns': 'Widerruf und Rückgabe',
  'legal.default': 'Standardtext',
  'legal.own': 'Eigener Text',
  'legal.edit': 'Bearbeiten',
  'legal.body': 'Text',
  'legal.body.hint':
    'Eine Zeile, die mit # und einem Leerzeichen beginnt, ist eine Überschrift. Eine leere Zeile beginnt einen neuen Absatz. Leeren Sie das Feld, um wieder den Standardtext zu verwenden.',
  'legal.saved': '{name} gespeichert',
};
