alter table users validate constraint users_own_role_fkey;
