import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite(
  "Neovim with the settings of the article", .ownThread,
  .enabled(
    if: SystemProgram.path(of: "nvim") != nil,
    "nvim is not installed; .ci/run installs it with the package neovim"))
struct NeovimSettingsEndToEndTests {
  private static let manifests = Repository.root + "/manifests"
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.write(try Self.settings(), to: "init.lua")
    directory.write(Self.script, to: "script.lua")
    let rules = "manifest: \(Self.manifests)/cirrus.fml.yaml\nchannel: nightly\n"
    directory.write(rules, to: ".virga.yaml")
    directory.write("{ \"pinned-limit\": \"many\", \"greeting\": \"hi\" }\n", to: "homescreen.json")
    let recipes = try #require(GoldenText.read(Self.manifests + "/demo/recipes.yaml"))
    directory.write(recipes, to: "recipes.yaml")
  }

  /// The first Lua code of the article.
  private static func settings() throws -> String {
    let path = Repository.root + "/Sources/virga/virga.docc/Editors.md"
    let article = try #require(GoldenText.read(path))
    let code = try #require(article.split(separator: "```lua\n").dropFirst().first)
    return String(try #require(code.split(separator: "```").first))
  }

  /// Opens a config, recipes and a part of the demo, asks for everything, and writes the answers as
  /// JSON.
  private static let script = """
    local results = {}
    local buffer
    local function client()
      local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
      for _, found in pairs(clients()) do
        if found.name == 'virga' then return found end
      end
    end
    local function open(path)
      vim.cmd('edit ' .. path)
      buffer = vim.api.nvim_get_current_buf()
      vim.wait(20000, function() return client() ~= nil and client().initialized end, 20)
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
      local answer = answers and answers[client().id]
      return answer and answer.result
    end
    local function labels(position)
      local found = {}
      local offered = ask('textDocument/completion', position)
      for _, item in ipairs(offered.items or offered) do table.insert(found, item.label) end
      return found
    end
    local function hover(position) return ask('textDocument/hover', position).contents.value end
    local function run()
      open('homescreen.json')
      vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
      results.problem = vim.diagnostic.get(buffer)[1].message
      results.value = hover(find('pinned-limit', 2))
      results.names = labels(find('"greeting"', 2))
      local wrong = find('many', 2)
      local actions = ask('textDocument/codeAction', nil, {
        range = { start = wrong, ['end'] = wrong }, context = { diagnostics = {} },
      })
      vim.lsp.util.apply_workspace_edit(actions[1].edit, client().offset_encoding)
      vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
      results.fixed = vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1]
      open('recipes.yaml')
      results.targeting = hover(find('region in', 2))
      open(os.getenv('MANIFESTS') .. '/features/home.yaml')
      results.definition = ask('textDocument/definition', find('Map<Section', 6)).uri
      results.default = hover(find('recently-saved: true', 2))
      results.types = labels(find('Map<Section', 6))
      local edit = ask('textDocument/rename', find('homescreen:', 2), { newName = 'home-page' })
      vim.lsp.util.apply_workspace_edit(edit, client().offset_encoding)
      results.renamed = find('home-page:') ~= nil
    end
    local isDone, reason = pcall(run)
    if not isDone then results.failure = tostring(reason) end
    local file = io.open('results.json', 'w')
    file:write(vim.fn.json_encode(results))
    file:close()
    vim.cmd('qa!')
    """

  @Test("works in a config, in recipes, and in an included file of the demo")
  func demo() throws {
    let program = try #require(SystemProgram.path(of: "nvim"))
    let arguments = [
      "--headless", "-u", "init.lua", "-i", "NONE", "-n", "-c", "luafile script.lua",
    ]
    let environment = [
      "PATH": "\(VirgaProgram.folder):\(SystemProgram.searchPath)", "HOME": directory.root,
      "LC_ALL": "C.UTF-8", "MANIFESTS": Self.manifests,
    ]
    let ended = try ChildProcess.run(
      [program] + arguments, environment: environment, folder: directory.root)
    let text = try #require(
      GoldenText.read(directory.path("results.json")), "\(ended.output)\(ended.errors)")
    let results = try JSONValue.parse(text)
    try #require(results["failure"] == nil, "\(results["failure"] ?? .null)")
    #expect(results["problem"] == "Invalid value \"many\" for type Int")
    #expect(results["value"]?.stringValue?.hasPrefix("`pinned-limit`: `Int`") == true)
    #expect(results["names"]?.arrayValue?.contains("section-order") == true)
    #expect(results["fixed"] == "{ \"pinned-limit\": 0, \"greeting\": \"hi\" }")
    #expect(results["targeting"]?.stringValue?.hasPrefix("`region`: ") == true)
    #expect(results["definition"]?.stringValue?.hasSuffix("/features/home.yaml") == true)
    let row = "| developer, nightly, beta | `true` | manifest default developer, nightly, beta"
    #expect(results["default"]?.stringValue?.contains(row) == true)
    #expect(results["types"]?.arrayValue?.contains("TileLayout") == true)
    #expect(results["renamed"] == true)
  }
}
