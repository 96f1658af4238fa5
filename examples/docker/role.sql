-- The role of the handler. It cannot change a record of consent.
SELECT 'CREATE ROLE backend LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'backend')
\gexec
ALTER ROLE backend PASSWORD :'password';
