-- Why a customer pays no tax, for example the number of a certificate.
alter table users
  add column tax_exemption text check (length(tax_exemption) between 1 and 200);
