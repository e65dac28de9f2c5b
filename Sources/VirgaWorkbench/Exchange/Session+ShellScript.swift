import VirgaExperiments
package import VirgaJSON
package import VirgaSession
import VirgaSource

extension Session {
  /// A shell script that recreates the session: a command for each edited value, and for each
  /// change of a recipe.
  ///
  /// It also has a command for each attribute and forced branch. These are left out if recipes were
  /// evaluated, because each command would evaluate them again with other outcomes, or if a recipe
  /// has a change that no command makes. Entries without a command are imported first, as one
  /// object.
  ///
  /// - Parameters:
  ///   - options: Options of every command, such as `--session` and a file; their values appear
  ///     once, at the top.
  ///   - channel: The channel on screen; nil for the session's.
  ///   - clientChange: The changes of the client, see ``Operations/clientChange(_:)``. They become
  ///     the history of the new session so that they are visible there and can be undone.
  package func shellScript(
    options: [String] = [], channel: String? = nil, clientChange: SessionOperation? = nil
  ) -> String {
    var script = ShellScript(options: options)
    let imported = importedSession(clientChange: clientChange).withChannel(channel)
    if !imported.session.keys.isEmpty {
      script.add("session import", "-", input: .object(imported.json))
    }
    addEdits(to: &script)
    // A client without commands was imported above as a whole.
    let clientHasCommands = kindsWithCommands.contains(.context)
    if clientHasCommands { addClientAndRecipes(to: &script) }
    addChangesOfRecipes(to: &script)
    // After the changes of recipes, which may have added these branches.
    if clientHasCommands {
      for (slug, branch) in forcedBranches { script.add("branch force", "--", slug, branch) }
    }
    return script.text
  }

  /// The kinds whose entries each get a command; all others are imported first, as one object.
  ///
  /// If recipes were evaluated, the whole client is in that object: every command would evaluate
  /// them for an incomplete client, and earlier outcomes would be lost. The whole client is also in
  /// it if a recipe has a change that no command makes.
  private var kindsWithCommands: Set<EntryKind> {
    let wereRecipesEvaluated = count(of: .enrollment) > 0
    let hasOtherChange = names(of: .recipeFile).contains { repeatableChanges(of: $0) == nil }
    let importsClient = wereRecipesEvaluated || hasOtherChange
    // Commands that set edits evaluate no recipes.
    return importsClient
      ? [.edit] : [.edit, .branch, .recipe, .recipeFile, .recipeOrder, .context, .clock]
  }

  /// What the script imports first: the entries that no command of it sets.
  ///
  /// - Parameter clientChange: The operation that changes the client from its initial state, see
  ///   ``Operations/clientChange(_:)``. Its changes of the imported entries become the history of
  ///   the new session, so that they can be undone there.
  private func importedSession(clientChange: SessionOperation?) -> SessionExport {
    // Computed once, because it looks at every changed recipe.
    let kindsWithCommands = kindsWithCommands
    var operations: [SessionOperation] = []
    if var operation = clientChange {
      operation.changes.removeAll { kindsWithCommands.contains($0.key.kind) }
      if !operation.changes.isEmpty { operations = [operation] }
    }
    let entries = entriesToImport(besides: kindsWithCommands)
    // Without a manifest, the object can be imported into a session of any manifest.
    return SessionExport(
      manifest: nil, session: Session(entries: entries, operations: operations), events: [])
  }

  /// The entries that no command sets; entries of the kinds `kindsWithCommands` have commands.
  private func entriesToImport(
    besides kindsWithCommands: Set<EntryKind>
  ) -> [EntryKey: JSONValue] {
    var entries: [EntryKey: JSONValue] = [:]
    // A forced branch has a command, but an opt-out of a recipe is an entry of the same kind
    // without one.
    for key in keys where !kindsWithCommands.contains(key.kind) || isOptOut(key) {
      entries[key] = self[key]
    }
    // The script repeats the changes of these recipes by commands, which must start from the recipe
    // in its file. So that one is imported, without the entry `recipeFile` of a changed recipe.
    for slug in changedRecipeSlugs where repeatableChanges(of: slug) != nil {
      entries[EntryKey(.recipeFile, slug)] = nil
      let recipeKey = EntryKey(.recipe, slug)
      if entries[recipeKey] != nil { entries[recipeKey] = recipeJSONInFile(slug) }
    }
    return entries
  }

  /// Adds a command for each value that an edit sets.
  private func addEdits(to script: inout ShellScript) {
    for id in names(of: .edit) {
      for (path, value) in editedValues(of: id) {
        // After `--` a value may begin with a minus sign.
        script.add("config set", "--", id, path.description, Self.visibleJSON(value))
      }
    }
  }

  /// Adds the commands for the changes of each recipe, except for recipes with a change that no
  /// command makes: the script's first command, `session import`, has these as a whole.
  private func addChangesOfRecipes(to script: inout ShellScript) {
    for slug in changedRecipeSlugs {
      // Nil if clients could not read the recipe of the file.
      guard let file = recipeInFile(slug) else { continue }
      // Nil if a change has no command.
      for change in repeatableChanges(of: slug) ?? [] { script.add(change, of: file) }
    }
  }

  /// Adds the commands that set attributes and the clock, and add the recipes as their files have
  /// them.
  private func addClientAndRecipes(to script: inout ShellScript) {
    for name in names(of: .context) {
      // After `--`, a name or a value may begin with a minus sign.
      script.add("context set", "--", name, Self.visibleJSON(self[.context, name] ?? .null))
    }
    // A clock is stopped at a time, or runs with an offset from the machine's.
    if let time = self[.clock]?["at"]?.stringValue { script.add("clock", time) }
    if let offset = self[.clock]?["offset"]?.integerValue {
      script.add("clock", "--", TimeStep.text(offset))
    }
    let recipes = recipeSlugs.compactMap(recipeJSONInFile)
    if !recipes.isEmpty { script.add("recipes add", "-", input: .array(recipes)) }
  }

  /// A value as JSON in which all characters are visible.
  private static func visibleJSON(_ value: JSONValue) -> String {
    value.compact.escapingInvisibleInJSON
  }

  /// Whether an entry says that the person opted out of a recipe, which no command can do.
  private func isOptOut(_ key: EntryKey) -> Bool {
    key.kind == .branch && self[key]?.stringValue == nil
  }

  /// The values that a feature's edit sets, with their paths; objects are expanded, lists are not.
  ///
  /// `{"a": {"b": 1, "c": [2]}}` gives 1 at `a.b` and `[2]` at `a.c`.
  package func editedValues(of id: String) -> [(path: JSONPath, value: JSONValue)] {
    /// The values in an object, or else the value itself, also if it is an empty object.
    func values(in value: JSONValue, at path: JSONPath) -> [(path: JSONPath, value: JSONValue)] {
      guard case .object(let members) = value, !members.isEmpty else { return [(path, value)] }
      return members.flatMap { values(in: $0.value, at: path.appending(key: $0.key)) }
    }
    return values(in: self[.edit, id] ?? [:], at: .root)
  }
}
