/// The name by which an app asks for the image in a file or folder.
enum ImageName {
  /// The name of an image set of an asset catalogue, such as `ic_settings.imageset`; nil for any other folder.
  static func ofFolder(_ name: String) -> String? {
    name.hasSuffix(".imageset") ? String(name.dropLast(".imageset".count)) : nil
  }

  /// The name of an image file without ending and without marks for scale and device; nil for any other file.
  static func ofFile(_ name: String, inDrawables isDrawable: Bool) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard endings.contains(ending) || isDrawable && ending == "xml" else { return nil }
    return withoutMarks(name[..<dot])
  }

  private static let endings: Set<String> = ["png", "jpg", "jpeg", "webp", "gif", "svg", "pdf", "heic"]

  private static let marks = ["@2x", "@3x", "~iphone", "~ipad", ".9"]

  private static func withoutMarks(_ name: Substring) -> String? {
    var name = name
    while let mark = marks.first(where: { name.hasSuffix($0) }) { name = name.dropLast(mark.count) }
    return name.isEmpty ? nil : String(name)
  }
}
