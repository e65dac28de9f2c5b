-- Completes and checks manifests as you type, in Neovim 0.11 or later: a part of init.lua.
vim.lsp.config("yamlls", {
  cmd = { "yaml-language-server", "--stdio" },
  filetypes = { "yaml" },
  root_markers = { ".git" },
  settings = {
    yaml = {
      schemas = { ["manifest.schema.json"] = { "*.fml.yaml", "*.fml.yml" } },
    },
  },
})
vim.lsp.enable("yamlls")
