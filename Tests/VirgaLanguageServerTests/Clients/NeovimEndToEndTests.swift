import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite(
  "Neovim as the client", .ownThread,
  .enabled(
    if: SystemProgram.path(of: "nvim") != nil,
    "nvim is not installed; .ci/run installs it with the package neovim"))
struct NeovimEndToEndTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.makeDirectory("menus")
    for (name, text) in SampleManifest.files { directory.write(text, to: name) }
    directory.write(
      SampleManifest.app.replacing("type: Int", with: "type: Itn"), to: "app.fml.yaml")
    directory.write(Self.script, to: "script.lua")
  }

  /// Opens the manifest in Neovim, asks for everything, and writes the answers as JSON.
  private static let script = """
    local results = {}
    local function run()
      vim.cmd('edit app.fml.yaml')
      local buffer = vim.api.nvim_get_current_buf()
      local config = {
        name = 'virga', cmd = { os.getenv('VIRGA'), 'lsp' }, root_dir = vim.fn.getcwd(),
      }
      local id
      if vim.lsp.start then
        id = vim.lsp.start(config, { bufnr = buffer })
      else
        id = vim.lsp.start_client(config)
        vim.lsp.buf_attach_client(buffer, id)
      end
      vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
      local client = vim.lsp.get_client_by_id(id)
      results.diagnostics = {}
      for _, found in ipairs(vim.diagnostic.get(buffer)) do
        table.insert(results.diagnostics, found.message)
      end
      -- The position of the first place of a text, from 0.
      local function find(text, offset)
        for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
          local start = line:find(text, 1, true)
          if start then return { line = number - 1, character = start - 1 + (offset or 0) } end
        end
      end
      local function ask(method, position, more)
        local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = position }
        for key, value in pairs(more or {}) do params[key] = value end
        local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
        local answer = answers and answers[id]
        return answer and answer.result
      end
      local function apply(edit) vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding) end
      local wrong = find('Itn', 1)
      local actions = ask('textDocument/codeAction', nil, {
        range = { start = wrong, ['end'] = wrong }, context = { diagnostics = {} },
      })
      results.action = actions[1].title
      apply(actions[1].edit)
      vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
      results.left = #vim.diagnostic.get(buffer)
      results.hover = ask('textDocument/hover', find('rows:', 1)).contents.value
      results.labels = {}
      local offered = ask('textDocument/completion', find('side: right', 6))
      for _, item in ipairs(offered.items or offered) do table.insert(results.labels, item.label) end
      results.definition = ask('textDocument/definition', find('Side', 1)).uri
      apply(ask('textDocument/rename', find('Side', 1), { newName = 'Place' }))
      results.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\\n')
      local types = vim.fn.bufadd('types.fml.yaml')
      vim.fn.bufload(types)
      results.types = table.concat(vim.api.nvim_buf_get_lines(types, 0, -1, false), '\\n')
    end
    local isDone, reason = pcall(run)
    if not isDone then results.failure = tostring(reason) end
    local file = io.open('results.json', 'w')
    file:write(vim.fn.json_encode(results))
    file:close()
    vim.cmd('qa!')
    """

  @Test("shows problems, fixes them, completes, explains, goes to a type, and renames it")
  func everything() throws {
    let program = try #require(SystemProgram.path(of: "nvim"))
    let arguments = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile script.lua"]
    let environment = [
      "PATH": SystemProgram.searchPath, "HOME": directory.root, "LC_ALL": "C.UTF-8",
      "VIRGA": VirgaProgram.path,
    ]
    let ended = try ChildProcess.run(
      [program] + arguments, environment: environment, folder: directory.root)
    let text = try #require(
      GoldenText.read(directory.path("results.json")), "\(ended.output)\(ended.errors)")
    let results = try JSONValue.parse(text)
    try #require(results["failure"] == nil, "\(results["failure"] ?? .null)")
    #expect(results["diagnostics"]?[0]?.stringValue?.contains("`Itn`") == true)
    #expect(results["action"] == "Change to Int")
    #expect(results["left"] == 0)
    #expect(results["hover"]?.stringValue?.contains("| nightly | `5` |") == true)
    #expect(results["labels"]?.arrayValue?.contains("left") == true)
    #expect(results["definition"]?.stringValue?.hasSuffix("/types.fml.yaml") == true)
    #expect(results["text"]?.stringValue?.contains("Map<Place, Boolean>") == true)
    #expect(results["types"]?.stringValue?.contains("Option<Place>") == true)
  }
}
