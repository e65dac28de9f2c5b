import VirgaTestSupport

/// The documents of the repository with their links, as GitHub and editors follow them.
enum DocumentLinks {
  struct Link {
    /// The path of the document in the repository.
    let document: String
    let label: String
    let address: String

    /// The path of the file that the link names; nil for an address on the web.
    var path: String? {
      guard !address.hasPrefix("https:") else { return nil }
      let file = address.prefix { $0 != "#" }
      var parts = document.split(separator: "/").dropLast()
      for part in file.split(separator: "/") {
        if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
      }
      return "\(Repository.root)/\(parts.joined(separator: "/"))"
    }

    /// The title of the article that the link names; nil for a link to anything else.
    var title: String? {
      guard let path, path.contains(".docc/"), path.hasSuffix(".md") else { return nil }
      let heading = GoldenText.read(path)?.split(separator: "\n").first { $0.hasPrefix("# ") }
      return heading.map { String($0.dropFirst("# ".count)).replacing("`", with: "") }
    }
  }

  /// The paths of all Markdown files in the repository, those in hidden folders of ours included.
  static let documents: [String] = {
    let root = Repository.root
    let folders = [root, "\(root)/.github", "\(root)/.packaging", "\(root)/.examples"]
    let files = folders.flatMap { FileTree.files(below: $0) }
    return files.filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(root.count + 1)) }
  }()

  /// The text of a document without code.
  static func prose(_ document: String) -> String {
    var isCode = false
    let lines = (GoldenText.read("\(Repository.root)/\(document)") ?? "").split(separator: "\n")
    let prose = lines.filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
    return prose.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
  }

  /// The paths of articles that a document names as code, such as `VirgaFlags/Keys`.
  static func articlesInCode(of document: String) -> [String] {
    let text = GoldenText.read("\(Repository.root)/\(document)") ?? ""
    let paths = text.matches(of: /`(\w+)\/(\w+)`/).map { match in
      "Sources/\(match.1)/\(match.1).docc/\(match.2).md"
    }
    return paths.filter(documents.contains)
  }

  /// The links of a document, those to its own headings left out.
  static func links(in document: String) -> [Link] {
    prose(document).matches(of: /\[([^\[\]]*)\]\(([^)#\s][^)\s]*)\)/).map { match in
      Link(document: document, label: String(match.1), address: String(match.2))
    }
  }
}
