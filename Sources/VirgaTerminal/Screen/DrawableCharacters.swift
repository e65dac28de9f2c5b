#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The characters that can be drawn.
enum DrawableCharacters {
  /// All of them.
  case unicode
  /// All, but the environment names another character type, `C` above all.
  case unicodeIfRequested
  /// ASCII alone: ncurses draws by the locale, and this system has none with UTF-8.
  case ascii

  /// Selects a locale with UTF-8: the one in the environment, or if that names none, or one that this system lacks,
  /// another one.
  static func select(_ environment: [String: String]) -> DrawableCharacters {
    let isThere = setlocale(LC_CTYPE, "") != nil
    if isThere, String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return .unicode }
    let names: [String] = ["C.UTF-8", "en_US.UTF-8"]
    guard names.contains(where: { setlocale(LC_CTYPE, $0) != nil }) else { return .ascii }
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { environment[$0, default: ""] != "" }
    return isNamed && isThere ? .unicodeIfRequested : .unicode
  }

  /// Whether everything has to be drawn in ASCII; `request` is what the person asked for.
  func isASCII(request: Bool?) -> Bool {
    switch self {
    case .unicode: request ?? false
    case .unicodeIfRequested: request ?? true
    case .ascii: true
    }
  }
}
