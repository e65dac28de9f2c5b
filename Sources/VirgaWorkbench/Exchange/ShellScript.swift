import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSource

/// A shell script of `virga` commands in which all characters are visible.
struct ShellScript {
  private var commands = ""
  /// The options that every command gets, with their values as variables.
  private var optionWords: [String] = []
  /// The arguments and option values of the commands, as the shell reads them: ``text`` explains
  /// the invisible characters in them.
  private var explainedTexts: [String] = []

  /// A script whose commands all get `options`, an option and its value in turn: the values of
  /// `--session s.virga` appear once, as `session=s.virga`, and each command has
  /// `--session "$session"`.
  init(options: [String]) {
    let optionAndValue = 2
    for index in stride(from: 0, to: options.count - 1, by: optionAndValue) {
      let option = options[index]
      let value = options[index + 1]
      // `--session` without its dashes.
      let variable = option.drop { $0 == "-" }
      commands += "\(variable)=\(ShellWord.quotedVisibly(value))\n"
      // The head of the script names the invisible characters of the value.
      explainedTexts.append(value)
      optionWords += [option, "\"$\(variable)\""]
    }
  }

  /// Adds a command.
  ///
  /// - Parameters:
  ///   - command: The command after `virga`, such as `config set`.
  ///   - input: What the command reads, as a here document; nil for nothing.
  mutating func add(_ command: String, _ arguments: String..., input: JSONValue? = nil) {
    add(command, arguments: arguments, input: input)
  }

  /// Adds a command with a list of arguments; ``text`` explains their invisible characters.
  private mutating func add(_ command: String, arguments: [String], input: JSONValue? = nil) {
    explainedTexts += arguments
    let wordsOfLine = ["virga", command] + optionWords + arguments.map(ShellWord.quotedVisibly)
    commands += wordsOfLine.joined(separator: " ")
    if let input {
      // `VIRGA` ends the input: it is never a line of JSON.
      let text = input.pretty().escapingInvisibleInJSON
      commands += " <<'VIRGA'\n\(text)\nVIRGA"
    }
    commands += "\n"
  }

  /// Adds the commands that make a change of a recipe; after `--` a name may begin with a minus
  /// sign.
  ///
  /// - Parameter recipe: The recipe as its file has it.
  mutating func add(_ change: RecipeChange, of recipe: Recipe) {
    let slug = recipe.slug
    switch change {
    case .config(let config, let feature, let branch):
      let place = BranchFeature(feature, in: branch, of: slug)
      let old = recipe.config(at: place)
      // A config that is new, or whose change takes more than setting values, is set as a whole.
      let values = old?.valuesToSet(for: config) ?? [(path: .root, value: .object(config))]
      for (path, value) in values { addSetCommand(value, at: path, of: place) }
    case .targeting(let text?): add("recipes targeting", "--", slug, text)
    case .targeting(nil): add("recipes targeting", "--remove", "--", slug)
    case .buckets(let start, let count):
      let startOption = start.map { ["--start", "\($0)"] } ?? []
      let countOption = count.map { ["--count", "\($0)"] } ?? []
      add("recipes bucket", arguments: startOption + countOption + ["--", slug])
    case .ratio(let ratio, let branch): add("recipes ratio", "--", slug, branch, "\(ratio)")
    case .addBranch(let branch, let ratio):
      add("recipes add-branch", "--ratio", "\(ratio)", "--", slug, branch)
    case .removeBranch(let branch): add("recipes remove-branch", "--", slug, branch)
    }
  }

  /// Adds the command that sets a value in a branch's config of a feature.
  private mutating func addSetCommand(
    _ value: JSONValue, at path: JSONPath, of place: BranchFeature
  ) {
    let pathWords = path.isRoot ? [] : [path.description]
    let text = value.compact.escapingInvisibleInJSON
    let arguments = ["--", place.slug, place.branch, place.feature] + pathWords + [text]
    add("recipes set", arguments: arguments)
  }

  /// The script; its first lines name the invisible characters that its commands contain as codes,
  /// such as `\342\200\213`.
  var text: String {
    let explanations = explainedTexts.joined().invisibleScalars.map { scalar in
      "# \(ShellWord.octalCodes(of: scalar)) is \(scalar.numberAndName).\n"
    }
    let head = """
      #!/bin/sh -e
      # Without the session's history and events: `virga session export` writes them too.

      """
    return head + explanations.joined() + commands
  }
}
