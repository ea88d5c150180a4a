"""The Hugging Face course, chapter 6: its editions and what they call its parts. Code and numbers are alike in all."""

from collections.abc import Mapping

from ui.companions.entries import Edition

EDITIONS: dict[Edition, str] = {
    "en": "English",
    "zh-CN": "简体中文",
    "vi": "Tiếng Việt",
    "ru": "Русский",
    "es": "Español",
    "fr": "Français",
    "my": "မြန်မာ",
    "ro": "Română",
    "th": "ไทย",
    "zh-TW": "繁體中文",
}
"""The editions of the course, each in its language's own name."""

_HEADINGS: dict[int, dict[Edition, tuple[str, ...]]] = {
    2: {
        "en": ("Training a new tokenizer",),
        "zh-CN": ("训练一个新的 tokenizer",),
        "vi": ("Huấn luyện một tokenizer mới",),
        "ru": ("Обучение нового токенизатора",),
        "es": ("Entrenar un nuevo Tokenizador",),
        "fr": ("Entraînement d'un nouveau tokenizer",),
        "my": ("Tokenizer အသစ်တစ်ခုကို လေ့ကျင့်ခြင်း",),
        "ro": ("Antrenarea unui nou tokenizer",),
        "th": ("การเทรน tokenizer",),
        "zh-TW": ("訓練一個新的標記器",),
    },
    4: {
        "en": ("Normalization", "Pre-tokenization", "SentencePiece", "Algorithm overview"),
        "zh-CN": ("标准化（normalization）", "预分词", "SentencePiece", "算法概述"),
        "vi": ("Chuẩn hoá", "Pre-tokenization", "SentencePiece", "Tổng quan thuật toán"),
        "ru": ("Нормализация", "Предварительная токенизация", "SentencePiece", "Обзор алгоритма"),
        "es": ("Normalización", "Pre-tokenización", "SentencePiece", "Descripción General del Algoritmo"),
        "fr": ("Normalisation", "Prétokenization", "SentencePiece", "Vue d'ensemble des algorithmes"),
        "my": ("Normalization", "Pre-tokenization", "SentencePiece", "Algorithm Overview"),
        "ro": ("Normalization", "Pre-tokenization", "SentencePiece", "Prezentare generală a algoritmului"),
        "th": ("Normalization", "Pre-tokenization", "SentencePiece", "ภาพรวมของแต่ละอัลกอริทึม"),
        "zh-TW": ("正常化", "預標記化", "句子", "算法概述"),
    },
    5: {
        "en": ("Training algorithm", "Tokenization algorithm", "Implementing BPE"),
        "zh-CN": ("BPE 训练", "tokenization", "实现 BPE 算法"),
        "vi": ("Thuật toán huấn luyện", "Thuật toán tokenize", "Triển khai BPE"),
        "ru": ("Алгоритм обучения", "Алгоритм токенизации", "Реализация BPE"),
        "es": ("Algoritmo de Entrenamiento", "Algoritmo de Tokenización", "Implementando BPE"),
        "fr": ("Algorithme d'entraînement", "Algorithme de tokenisation", "Implémentation du BPE"),
        "my": ("Training Algorithm", "Tokenization Algorithm", "BPE ကို အကောင်အထည်ဖော်ခြင်း (Implementing BPE)"),
        "ro": ("Algoritmul de antrenare", "Algoritmul de tokenizare", "Implementarea BPE"),
        "th": ("อัลกอริทึมที่ใช้ในการเทรน", "Tokenization algorithm", "การสร้าง BPE (Implementing BPE)"),
        "zh-TW": ("訓練算法", "標記化算法", "實現 BPE"),
    },
    6: {
        "en": ("Training algorithm", "Tokenization algorithm", "Implementing WordPiece"),
        "zh-CN": ("WordPiece 训练", "tokenization 算法", "实现 WordPiece"),
        "vi": ("Thuật toán huấn luyện", "Thuật toán tokenize", "Triển khai WordPiece"),
        "ru": ("Алгоритм обучения", "Алгоритм токенизации", "Реализация WordPiece"),
        "es": ("Algoritmo de Entrenamiento", "Algoritmo de Tokenización", "Implementando WordPiece"),
        "fr": ("Algorithme d'entraînement", "Algorithme de tokenisation", "Implémentation de WordPiece"),
        "my": ("Training Algorithm", "Tokenization Algorithm", "WordPiece ကို Implement လုပ်ခြင်း"),
        "ro": ("Algoritmul de antrenare", "Algoritm de tokenizare", "Implementând WordPiece"),
        "th": ("Training algorithm", "Tokenization algorithm", "Implementing WordPiece"),
        "zh-TW": ("訓練算法", "標記化算法", "實現 WordPiece"),
    },
    7: {
        "en": ("Training algorithm", "Tokenization algorithm", "Back to training", "Implementing Unigram"),
        "zh-CN": ("Unigram 训练", "tokenization 算法", "回到训练", "实现 Unigram"),
        "vi": ("Thuật toán huấn luyện", "Thuật toán tokenize", "Quay lại huấn luyện", "Triển khai Unigram"),
        "ru": ("Алгоритм обучения", "Алгоритм токенизации", "Назад к обучению", "Реализация Unigram"),
        "es": (
            "Algoritmo de Entrenamiento",
            "Algoritmo de Tokenización",
            "De vuelta al entrenamiento",
            "Implementando Unigram",
        ),
        "fr": (
            "Algorithme d'entraînement",
            "Algorithme de tokenisation",
            "Retour à l'entraînement",
            "Implémentation d'Unigram",
        ),
        "my": ("Training Algorithm", "Tokenization Algorithm", "Training သို့ ပြန်သွားခြင်း", "Unigram ကို Implement လုပ်ခြင်း"),
        "ro": ("Algoritm de antrenare", "Algoritm de tokenizare", "Înapoi la antrenare", "Implementarea Unigram"),
        "th": ("Training algorithm", "Tokenization algorithm", "กลับมาสู่การเทรน", "Implementing Unigram"),
        "zh-TW": ("訓練算法", "標記化算法", "回到訓練", "實現 Unigram"),
    },
    8: {
        "en": ("Building a BPE tokenizer from scratch", "Building a Unigram tokenizer from scratch"),
        "zh-CN": ("从头开始构建 BPE tokenizer", "从零开始构建 Unigram tokenizer"),
        "vi": ("Xây dựng một BPE tokenizer từ đầu", "Xây dựng một Unigram tokenizer từ đầu"),
        "ru": ("Создание токенизатора BPE с нуля", "Создание токенизатора Unigram с нуля"),
        "es": ("Construyendo un tokenizador BPE desde cero", "Construyendo un tokenizador Unigran desde cero"),
        "fr": ("Construire un tokenizer BPE à partir de zéro", "Construire un tokenizer Unigram à partir de zéro"),
        "my": ("အစကနေ BPE Tokenizer တစ်ခု တည်ဆောက်ခြင်း", "အစကနေ Unigram Tokenizer တစ်ခု တည်ဆောက်ခြင်း"),
        "ro": ("Construirea unui tokenizer BPE de la zero", "Construirea unui tokenizer Unigram de la zero"),
        "th": ("การสร้าง BPE tokenizer ตั้งแต่เริ่มต้น", "การสร้าง Unigram tokenizer ตั้งแต่เริ่มต้น"),
        "zh-TW": ("從頭開始構建 BPE 標記器", "從頭開始構建 Unigram 標記器"),
    },
    10: {
        "en": ("End-of-chapter quiz",),
        "zh-CN": ("章末小测验",),
        "vi": ("Đố vui cuối chương",),
        "ru": ("Тест в конце главы",),
        "es": ("Quiz de Final de Capítulo",),
        "fr": ("Quiz de fin de chapitre",),
        "my": ("အခန်း (၆) ဆိုင်ရာ မေးခွန်းများ",),
        "ro": ("Quiz de sfârșit de capitol",),
        "th": ("คำถามท้ายบท",),
        "zh-TW": ("章末小測驗",),
    },
}


def headings(section: int, part: int) -> Mapping[Edition, str]:
    """What each edition calls a part of a section; 0 is the first that has entries."""
    return {edition: names[part] for edition, names in _HEADINGS[section].items()}


def addresses(section: int) -> Mapping[Edition, str]:
    """Where each edition of a section can be read."""
    folder = "https://github.com/huggingface/course/blob/main/chapters"
    return {edition: f"{folder}/{edition}/chapter6/{section}.mdx" for edition in EDITIONS}
