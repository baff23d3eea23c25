-- Costs have a permission of their own. An own role keeps what it could read before.
update own_roles set permissions = permissions || array['cost.read'], updated_at = now()
where base_role = 'manager' and not 'cost.read' = any(permissions)
  and permissions && array['catalog.manage', 'catalog.chain', 'report.read',
    'procurement.manage'];
