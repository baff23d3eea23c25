-- Lists of checks go back in time; sales with an age check are few among all sales.
create index transactions_age_checked on transactions (created_at, id) where age_check is not null;
create index age_verifications_by_time on age_verifications (verified_at, id);
create index kyc_credentials_by_time on kyc_credentials (updated_at, id);
