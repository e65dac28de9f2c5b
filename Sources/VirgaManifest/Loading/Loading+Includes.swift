import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaYAML

extension Loading {
  static let deepest = 64

  struct IncludingFile {
    var address: FileAddress
    var source: SourceText
    /// The identities of the including files and, last, of this file.
    var trail: [String]
  }

  typealias FileTree = (draft: FileDraft, imports: JoinedImports)

  mutating func readTree(
    _ file: IncludingFile, into module: inout ModuleDraft, seen: inout Set<Name>
  ) -> FileTree? {
    guard let draft = readDraft(of: file.source) else {
      leaveOut()
      return nil
    }
    let examples = draft.features.map { readExamples($0.examples, from: file.address) }
    add(module.join(draft, examples: examples))
    var tree = (draft: draft, imports: JoinedImports())
    for include in draft.includes { self.include(include, into: file, &tree, &module, &seen) }
    for each in draft.imports { joinImport(each, from: file.address, &tree.imports) }
    return tree
  }

  /// A file without a byte is one that is being written, not a manifest without features.
  private mutating func readDraft(of source: SourceText) -> FileDraft? {
    guard source.bytes.isEmpty else { return read(source) { $0.readFile() } }
    report(
      .error, "empty-manifest", path: "",
      "the file is empty; write a manifest, or restore the one that was here",
      at: SourceLocation(startOf: source.name))
    return nil
  }

  private mutating func read<Value>(_ source: SourceText, _ read: (FileReader) -> Value?) -> Value?
  {
    let (document, found) = LocatedDocument.read(source)
    add(found)
    guard let document else { return nil }
    let reader = FileReader(document, reportsExtensions: store.options.reportsExtensions)
    let value = read(reader)
    reader.reportMistakes()
    add(reader.log.problems)
    return value
  }

  private mutating func include(
    _ include: LocatedName, into parent: IncludingFile, _ tree: inout FileTree,
    _ module: inout ModuleDraft,
    _ seen: inout Set<Name>
  ) {
    guard let address = address(include, from: parent.address) else { return }
    let identity = store.identity(of: address)
    if parent.trail.contains(identity) {
      let message = "`\(include.text)` already includes this file: remove one of the two includes"
      report(.warning, "include-cycle", path: "includes", message, at: include.written.location)
    }
    guard seen.insert(identity) else { return }
    guard parent.trail.count <= Self.deepest else {
      return report(
        "too-deep", "includes are nested more than \(Self.deepest) levels deep", at: include)
    }
    guard let source = source(address, include, missing: "missing-include") else { return }
    let file = IncludingFile(address: address, source: source, trail: parent.trail + [identity])
    guard let child = readTree(file, into: &module, seen: &seen) else { return }
    checkChild(child.draft, source.name, of: tree.draft)
    add(tree.imports.join(child.imports))
  }

  private mutating func checkChild(_ child: FileDraft, _ name: String, of parent: FileDraft) {
    let known = Set(naming: parent.channels.lazy.map(\.text))
    for channel in child.channels where !known.contains(channel.text) {
      report(
        .error, "include-channels", path: "channels",
        "an included file must not define its own channels: \(name) has `\(channel.text)`, "
          + "which the file that includes it does not declare", at: channel.written.location)
    }
    if let about = child.about, about.isGenerating {
      report(
        .error, "include-about", path: "about",
        "only files without names for Swift or Kotlin may be included: drop them from \(name), or import it",
        at: about.location)
    }
  }

  private mutating func address(_ name: LocatedName, from base: FileAddress) -> FileAddress? {
    do {
      return try FileAddress(name.text, from: base, folder: store.folder)
    } catch {
      report("short-repository-path", error.message, at: name)
      leaveOut()
      return nil
    }
  }

  mutating func source(
    _ address: FileAddress, _ name: LocatedName, missing code: Problem.Code
  ) -> SourceText? {
    do {
      return try store.read(address)
    } catch {
      let isNamed = error.path == name.text.maskingCredentials
      report(
        store.repositories.source(of: address).isLocal ? code : "not-fetched",
        "can't find file `\(name.text)`: \(isNamed ? error.reason : "\(error)")", at: name)
      leaveOut()
      return nil
    }
  }

  private mutating func readExamples(_ drafts: [ExampleDraft], from base: FileAddress) -> [Example]
  {
    drafts.compactMap { draft in
      switch draft {
      case .inline(let example): return example
      case .whole(let file): return readExampleFile(file, from: base) { $0.readWholeExample() }
      case .value(let file, let name, let description, let url):
        return readExampleFile(file, from: base) { reader in
          let root = reader.document.root
          return reader.example(name: name, description: description, url: url, root, owner: root)
        }
      }
    }
  }

  private mutating func readExampleFile(
    _ file: LocatedName, from base: FileAddress, _ read: (FileReader) -> Example?
  ) -> Example? {
    keepingCompleteness { loading in
      guard let address = loading.address(file, from: base),
        let source = loading.source(address, file, missing: "unreadable-file")
      else { return nil }
      return loading.read(source, read)
    }
  }

  private mutating func joinImport(
    _ draft: ImportDraft, from base: FileAddress, _ imports: inout JoinedImports
  ) {
    guard let address = address(draft.path, from: base) else { return }
    var joined = JoinedImport(
      address: address, identity: store.identity(of: address), path: draft.path,
      channel: draft.channel)
    let additions = draft.additions.map { addition in
      JoinedImport.Addition(
        feature: addition.feature, blocks: addition.blocks,
        examples: readExamples(addition.examples, from: base))
    }
    joined.groups = [additions]
    if let problem = imports.append(joined) { add([problem]) }
  }
}
