import CVirgaPlatform

/// The characters that can be drawn.
enum DrawableCharacters {
  case unicode
  /// All characters, but the environment requests another character type, usually `C`.
  case unicodeIfRequested
  /// Only ASCII: ncurses uses the locale, and this system has none with UTF-8.
  case ascii

  /// Selects a UTF-8 locale, preferably the one in the environment.
  static func select(_ environment: [String: String]) -> DrawableCharacters {
    let isThere = setlocale(LC_CTYPE, "") != nil
    if isThere, String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return .unicode }
    let names: [String] = ["C.UTF-8", "en_US.UTF-8"]
    guard names.contains(where: { setlocale(LC_CTYPE, $0) != nil }) else { return .ascii }
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { environment[$0, default: ""] != "" }
    return isNamed && isThere ? .unicodeIfRequested : .unicode
  }

  /// Whether to draw only ASCII; `request` is the person's choice.
  func isASCII(request: Bool?) -> Bool {
    switch self {
    case .unicode: request ?? false
    case .unicodeIfRequested: request ?? true
    case .ascii: true
    }
  }
}
